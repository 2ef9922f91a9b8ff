"""A site on several machines: two web nodes, two workers and a scheduler behind nginx, with all that they share."""

import re
import shutil
from pathlib import Path
from typing import Final, TypeVar

from scripts.throwaway import (
    ThrowawayBucket,
    ThrowawayPostgres,
    ThrowawayRedis,
    ThrowawayReplica,
    folder_that_all_may_enter,
)
from scripts.throwaway_proxies import ThrowawayNginx, ThrowawayPgBouncer
from tests.config.nodes import ROOT, BeatNode, Node, WebNode, WorkerNode
from tests.new_sites import copy_static_files

N = TypeVar("N", bound=Node)
PROXY_EXAMPLE: Final = ROOT / "deploy" / "several-machines" / "nginx.conf"
# Nothing but this test's own requests is counted here.
NO_LIMITS: Final = {
    "API_REQUESTS_BY_TOKEN": "1000000",
    "API_REQUESTS_BY_ACCOUNT": "1000000",
    "API_REQUESTS_BY_ADDRESS": "1000000",
    "GAMES_UPLOADS_PER_HOUR": "1000000",
}


class Cluster:
    """Programs run only after `start`; `renew` makes the node of another release that takes one's place."""

    def __init__(self, folder: Path, primary: ThrowawayPostgres) -> None:
        self._folder = folder
        self._server_folder = folder_that_all_may_enter()
        self._primary = primary
        self.replica = ThrowawayReplica(self._server_folder / "replica", primary=primary)
        self.pgbouncer = ThrowawayPgBouncer(self._server_folder / "pgbouncer", server=primary, pool_size=8)
        self.redis = ThrowawayRedis(folder / "redis")
        self.bucket = ThrowawayBucket(folder / "bucket")
        self.nginx = ThrowawayNginx(folder / "nginx")
        self.environment = NO_LIMITS | self.bucket.environment | {
            "DATABASE_URL": self.pgbouncer.url,
            "PGBOUNCER": "1",
            "DATABASE_REPLICA_URL": self.replica.url,
            "REDIS_URL": self.redis.url,
            "REDIS_DATABASE": "0",
            "PROXY_COUNT": "1",
        }  # fmt: skip
        self._count = 0
        self.nodes: list[Node] = []
        self.web = [self._add(WebNode, f"web-{number}") for number in (1, 2)]
        self.workers = [self._add(WorkerNode, f"worker-{number}") for number in (1, 2)]
        self.beat = self._add(BeatNode, "beat")

    def start(self) -> None:
        copy_static_files(self.web[0].var)
        self.prepare(self.web[0])
        self.share_static_files(*self.web)
        for node in self.nodes:
            node.start()
        for web in self.web:
            web.wait()
        self.nginx.start(self.proxy_configuration())

    def prepare(self, node: Node) -> None:
        """Past the PgBouncer, as the documentation asks for."""
        node.manage("prepare", DATABASE_URL=self._primary.url, PGBOUNCER="")

    def share_static_files(self, source: Node, target: Node) -> None:
        """To compress them takes longest of all; a second node of the same release has the same."""
        shutil.copytree(source.var / "static", target.var / "static")

    def renew(self, node: N, release: Path) -> N:
        """The node as it is after its machine was installed anew: another release, an empty folder, nothing started."""
        renewed = self._add(type(node), node.name, release)
        if isinstance(node, WebNode) and isinstance(renewed, WebNode):
            renewed.port = node.port
        return renewed

    def proxy_configuration(self, *, without: WebNode | None = None) -> str:
        """The example of the documentation with the addresses of these nodes."""
        text = PROXY_EXAMPLE.read_text(encoding="utf-8").replace(
            "listen 80;", f"listen 127.0.0.1:{self.nginx.port};"
        )
        for number, web in zip(("11", "12"), self.web, strict=True):
            is_out = " down" if web is without else ""
            text = re.sub(
                rf"server 10\.0\.0\.{number}:8000 ([^;]*);", rf"server 127.0.0.1:{web.port} \1{is_out};", text
            )
        assert "10.0.0." not in text
        return text

    def close(self) -> None:
        for node in self.nodes:
            node.close()
        if hasattr(self.nginx, "process"):
            self.nginx.stop()
        for server in (self.pgbouncer, self.replica, self.bucket, self.redis):
            server.stop()
        shutil.rmtree(self._server_folder, ignore_errors=True)

    def _add(self, kind: type[N], name: str, release: Path = ROOT) -> N:
        self._count += 1
        node = kind(name, self._folder / f"{name}-{self._count}", self.environment, root=release)
        self.nodes.append(node)
        return node
