import { open } from '../lending';
import Frame, { Button } from './button';
import { Press, ui } from './parts';

export function Page() {
  const lending = open();
  return (
    <>
      <Frame title="Tools" />
      <Button label="Lend" onPress={() => lending.lend('saw')} />
      <Press label="Listen" onPress={lending.listen} />
      <ui.Icon name="saw" />
      {rows().map((row) => row)}
    </>
  );
}

function rows() {
  return ['a'].map((name) => <Button key={name} label={name} />);
}

export const pages = [Page, () => <Page />];
