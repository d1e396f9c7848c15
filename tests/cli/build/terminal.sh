# Games typed at a terminal end with one Ctrl-D, also where the end is only
# looked for to know the checksum of all that was read.
python3 - "$TABIA" <<'END'
import os, pty, select, sys
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], ["tabia", "build", "-q", "-", "-o", "x.tabia"])
os.write(fd, b"1. e4 e5 1-0\n\n1. d4 d5 0-1\n\n\x04")
while select.select([fd], [], [], 10)[0]:
    try:
        os.read(fd, 1000)
    except OSError:  # the terminal is closed
        print("status", os.waitpid(pid, 0)[1])
        sys.exit()
os.kill(pid, 9)
print("still waiting")
END
tabia find -q x.tabia | tail -n 2
