export interface ButtonProps {
  label: string;
  onPress?(): void;
}

export function Button(props: ButtonProps) {
  props.onPress?.();
  return <button>{props.label}</button>;
}

export const Icon = ({ name }: { name: string }) => <i>{name}</i>;

export default class Frame {
  constructor(readonly props: { title: string }) {}

  render() {
    return <div>{this.props.title}</div>;
  }
}
