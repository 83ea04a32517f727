declare namespace JSX {
  interface Element {}
  interface ElementClass {
    render(): Element;
  }
  interface ElementAttributesProperty {
    props: {};
  }
  interface IntrinsicAttributes {
    key?: string;
  }
  interface IntrinsicElements {
    [name: string]: unknown;
  }
}
