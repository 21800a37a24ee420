import sys

def fault(file):
    try:
        compile(open(file, 'rb').read(), file, 'exec')
    except SyntaxError:
        import traceback
        return ''.join(traceback.format_exception_only(*sys.exc_info()[:2])).rstrip()
    except Exception: # not of the source's making
        pass

if fault(sys.argv[1]):
    import site
    site.main()
    sys.exit(fault(sys.argv[1]))
