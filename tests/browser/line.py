"""The line between a browser and the server, which can be cut and mended."""

from __future__ import annotations

import contextlib
import socket
import threading


class Line:
    """Passes every connection on to the server until it is cut; then all of them end and none is made."""

    def __init__(self, server_url: str):
        self._target = ("127.0.0.1", int(server_url.rsplit(":", 1)[1]))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        self._whole = True
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._whole = False
        for end in list(self._open):
            self._drop(end)

    def mend(self) -> None:
        self._whole = True

    def close(self) -> None:
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if self._whole:
                    far = socket.create_connection(self._target)
                    self._open |= {near, far}
                    threading.Thread(target=self._pass_on, args=(near, far), daemon=True).start()
                    threading.Thread(target=self._pass_on, args=(far, near), daemon=True).start()
                else:
                    near.close()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        self._drop(source)
        self._drop(target)

    def _drop(self, end: socket.socket) -> None:
        self._open.discard(end)
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
