// dom.ts - as much of a document as preact needs to draw into it

class FakeNode {
  childNodes: FakeNode[] = [];
  parentNode: FakeNode | null = null;
  style = { setProperty() {} };
  data = "";
  namespaceURI = "http://www.w3.org/1999/xhtml";
  ownerDocument = fakeDocument;

  constructor(readonly localName: string) {}

  get firstChild(): FakeNode | null {
    return this.childNodes[0] ?? null;
  }
  get nextSibling(): FakeNode | null {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  insertBefore(node: FakeNode, before: FakeNode | null): FakeNode {
    node.remove();
    const at = before ? this.childNodes.indexOf(before) : Infinity;
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    return node;
  }
  appendChild(node: FakeNode): FakeNode {
    return this.insertBefore(node, null);
  }
  removeChild(node: FakeNode): void {
    node.remove();
  }
  remove(): void {
    const all = this.parentNode?.childNodes;
    all?.splice(all.indexOf(this), 1);
    this.parentNode = null;
  }
  contains(node: FakeNode | null): boolean {
    return node !== null && (node === this || this.contains(node.parentNode));
  }
  setAttribute(): void {}
  removeAttribute(): void {}
  addEventListener(): void {}
  removeEventListener(): void {}
}

const fakeDocument = {
  createElement: (name: string) => new FakeNode(name),
  createElementNS: (_: string, name: string) => new FakeNode(name),
  createTextNode: () => new FakeNode("#text"),
};

/* An element to draw into. */
export function fakeElement(): Element {
  Object.assign(globalThis, { document: fakeDocument });
  return new FakeNode("div") as unknown as Element;
}
