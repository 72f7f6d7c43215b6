/**
 * Returns a handler of a query's errors: a row that exists already by the unique `constraint` is refused with `taken`,
 * anything else thrown as it is.
 */
export const refuseTaken =
  (constraint: string, taken: () => Error) =>
  (error: unknown): never => {
    const { code, constraint: violated } = error as { code?: string; constraint?: string }
    throw code === '23505' && violated === constraint ? taken() : error
  }
