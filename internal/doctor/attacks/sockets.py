# Reaches sockets in the file system and in the abstract name space.
def connect(kind, address):
    s = socket.socket(socket.AF_UNIX, kind)
    s.connect(address)
    s.send(b"hello")


def from_pair(kind, address):
    a, b = socket.socketpair(socket.AF_UNIX, kind)
    try:
        a.sendto(b"hello", address)
    except OSError:
        pass
    a.connect(address)
    a.send(b"hello")


def descriptor():
    """What comes through a pair of sockets is the program's own; its credentials are not."""
    a, b = socket.socketpair()
    a.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_CREDENTIALS, struct.pack("iii", 1, 0, 0))])
    got("sent as another process")


for path in P["streams"]:
    for act in (connect, from_pair):
        attempt(act, socket.SOCK_STREAM, path)
for path in P["datagrams"]:
    for act in (connect, from_pair):
        attempt(act, socket.SOCK_DGRAM, path)
done()
