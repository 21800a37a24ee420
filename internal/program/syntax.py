import sys
try:
    compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')
except SyntaxError:
    import traceback
    sys.exit(''.join(traceback.format_exception_only(*sys.exc_info()[:2])).rstrip())
except Exception: # not of the source's making
    pass
