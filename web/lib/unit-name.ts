/** Returns a tenant's unit for headings, or the client code if the office entered none. */
export const unitName = ({ unitNumber, clientCode }: Record<'unitNumber' | 'clientCode', string>): string =>
  `Unit ${unitNumber || clientCode}`
