"""The model servers that Marker talks to: llama.cpp's `llama-server`, and the small one that rates text layers.

Health, models and chat completions as llama.cpp gives them, every page with one text; ``/v1/infer`` as surya's own
services give it, every text good. Called like `llama-server`, of whose options it heeds ``--host``, ``--port`` and
``--alias``. SURYA_TEST_LOG names a file to which it appends its process, session and environment when it starts
and each request it answers; SURYA_TEST_DOES is ``answer``, ``hang`` in the middle of a page, or ``die`` at the start.
"""

from __future__ import annotations

import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

TEXT = "In survey 7 of the scans we counted pollinators on every flowering plant that stood within reach."
_BLOCKS = (
    '<div data-bbox="100 60 900 100" data-label="Section-Header"><h1>Pollinators of Scans</h1></div>'
    f'<div data-bbox="100 120 900 300" data-label="Text"><p>{TEXT}</p></div>'
)


def _note(**facts: object) -> None:
    log = os.environ.get("SURYA_TEST_LOG")
    if log:
        with Path(log).open("a", encoding="utf-8") as file:
            file.write(json.dumps(facts) + "\n")


def main(arguments: list[str]) -> None:
    """Serve until killed."""
    given = dict(pairwise(arguments))
    model = given.get("--alias", "datalab-to/surya-ocr-2")
    deed = os.environ.get("SURYA_TEST_DOES", "answer")
    _note(pid=os.getpid(), sid=os.getsid(0), environment=dict(os.environ), argv=arguments)
    if deed == "die":
        sys.stderr.write("llama_model_load: error loading model: tensor 'token_embd.weight' not found\n")
        sys.exit(1)

    class Handler(BaseHTTPRequestHandler):
        def _answer(self, body: object) -> None:
            content = json.dumps(body).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def do_GET(self) -> None:
            if self.path == "/health":
                self._answer({"status": "ok"})
            else:
                self._answer({"object": "list", "data": [{"id": model, "object": "model", "owned_by": "llamacpp"}]})

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path.endswith("/infer"):
                self._answer({"results": [{"label": "good", "score": 0.0} for _ in asked["items"]]})
                return
            content = asked["messages"][0]["content"]
            _note(prompt=content[-1]["text"], image=content[0]["image_url"]["url"][:30], path=self.path)
            if deed == "hang":
                time.sleep(600)
            self._answer(
                {
                    "id": "chatcmpl-1",
                    "object": "chat.completion",
                    "created": int(time.time()),
                    "model": model,
                    "choices": [
                        {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": _BLOCKS}}
                    ],
                    "usage": {"prompt_tokens": 1000, "completion_tokens": 60, "total_tokens": 1060},
                }
            )

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    ThreadingHTTPServer((given.get("--host", "127.0.0.1"), int(given["--port"])), Handler).serve_forever()


if __name__ == "__main__":
    main(sys.argv[1:])
