// proxy.mjs - the page behind a proxy that shows it at /books/, and its token

import assert from "node:assert/strict";
import http from "node:http";
import {
  drag,
  line,
  pieceOn,
  serverOf,
  settled,
  startServer,
} from "../harness.mjs";

const NAME = "books.example";

/* Passes /books/... on as /..., as nginx does it; nothing else is there. */
function startProxy(target) {
  const { hostname, port } = new URL(target);
  const proxy = http.createServer((request, response) => {
    if (!request.url.startsWith("/books/")) {
      response.writeHead(404).end();
      return;
    }
    const headers = {
      ...request.headers,
      host: `${hostname}:${port}`,
      "x-forwarded-for": "203.0.113.9",
      "x-forwarded-host": request.headers.host,
      "x-forwarded-proto": "http",
    };
    const path = request.url.slice("/books".length);
    const { method } = request;
    const onward = http.request(
      { hostname, port, path, method, headers },
      (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  return new Promise((resolve) =>
    proxy.listen(0, "127.0.0.1", () => resolve(proxy)),
  );
}

const behindProxy = serverOf(async (tabia) => {
  const server = await startServer(
    tabia,
    ["data/italian.txt"],
    ["--trusted-proxy", "127.0.0.1", "--allow-writes", "--allow-host", NAME],
  );
  const proxy = await startProxy(server.url);
  const stop = async () => {
    proxy.closeAllConnections();
    proxy.close();
    await server.stop();
  };
  const url = `http://127.0.0.1:${proxy.address().port}/books`;
  return { ...server, url, stop };
});

const needsToken = serverOf((tabia) =>
  startServer(tabia, ["data/italian.txt"], ["--require-token"]),
);

/* Waits until the server has so many changes. */
const revision = (page, n) =>
  page.waitForFunction(async (wanted) => {
    const { books } = await (await fetch("api/books")).json();
    return books[0].revision === wanted;
  }, n);

export const tests = {
  "a sub-path, explored and changed": behindProxy(async (stage, server) => {
    assert.match(server.fragment, /^#token=[0-9a-f]{32}$/);
    const page = await stage.open(`/?mode=edit${server.fragment}`);
    await settled(page);
    assert.equal(await pieceOn(page, "e2"), "white pawn");
    await drag(page, "b1", "a3");
    await page.getByText("Unsaved changes").waitFor();
    assert.match((await line(page)).join(" "), /Na3/);
    const address = new URL(page.url());
    assert.equal(address.pathname, "/books/");
    assert.equal(address.hash, "");
    assert.match(address.search, /play=b1a3/);
    // The tab keeps the token. The pieces are a file of their own.
    const paths = [];
    page.on("response", (answer) => {
      assert.ok(answer.status() < 400, answer.url());
      paths.push(new URL(answer.url()).pathname);
    });
    await page.reload();
    await settled(page);
    assert.ok(paths.some((path) => path.startsWith("/books/pieces")), paths);
    assert.ok(paths.every((path) => path.startsWith("/books/")), paths);
    await drag(page, "a7", "a6");
    await page.waitForFunction(() => /a7a6/.test(location.search));
    await revision(page, 2);
  }),

  "without the token a tab can only look": needsToken(async (stage, server) => {
    const page = await stage.open("/?mode=edit");
    await settled(page);
    assert.match(
      await page.locator(".why-not").innerText(),
      /open the address that .tabia serve. printed/,
    );
    // The address, put into the same tab, has it.
    await page.goto(`${server.url}/?mode=edit${server.fragment}`);
    await page.locator(".why-not").waitFor({ state: "detached" });
    await settled(page);
    assert.equal(new URL(page.url()).hash, "");
    await drag(page, "b1", "a3");
    await page.getByText("Unsaved changes").waitFor();
    await revision(page, 1);
  }),
};
