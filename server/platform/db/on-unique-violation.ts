/**
 * Creates an error handler for a query. It throws the error of `createError` if the query violates the unique
 * `constraint`, and rethrows any other error.
 */
export const onUniqueViolation =
  (constraint: string, createError: () => Error) =>
  (error: unknown): never => {
    const { code, constraint: violatedConstraint } = error as { code?: string; constraint?: string }
    throw code === '23505' && violatedConstraint === constraint ? createError() : error
  }
