import React, { useState } from 'react';

type Props = { label: string } & { onClick(): void };

export function Button({ label, onClick }: Props) {
  const [open, setOpen] = useState<boolean>(false);
  return (
    <div className="a & b" onClick={() => setOpen(!open)}>
      {/* a comment in JSX */}
      <p>text &amp; more & less &nbsp; {label}</p>
      <Generic<string> render={(x) => <b>{x}</b>} {...props} />
      <></>
    </div>
  );
}
export const Arrow = <T,>({ value }: { value: T }) => <span>{String(value)}</span>;
const memo = React.memo(() => <i />);
export default class extends React.Component<Props> {
  state = { a: 1 };
  render() {
    return <Button {...this.props}>it's here</Button>;
  }
}
