/** A tenant's unit in a heading; their client code stands for it where the office entered none. */
export const unitName = ({ unitNumber, clientCode }: Record<'unitNumber' | 'clientCode', string>): string =>
  `Unit ${unitNumber || clientCode}`
