import { Icon } from './button';

export { Button as Press } from './button';
export const ui = { Icon };
