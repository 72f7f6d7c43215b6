interface UnitOwner {
  readonly unitNumber: string
  readonly clientCode: string
}

/** A tenant's unit in a heading; their client code stands for it where the office entered none. */
export const unitName = ({ unitNumber, clientCode }: UnitOwner): string => `Unit ${unitNumber || clientCode}`
