// jsx.ts - what JSX is compiled to; the bundler adds it where it is needed

export { Fragment, h } from "preact";
