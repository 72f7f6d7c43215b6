import build from 'fast-json-stringify'
import type { FastifySchema, FastifySerializerCompiler } from 'fastify'

/** Compiles the schema of an answer when it is first written, as `createValidatorCompiler` does those of calls. */
export const compileAnswers: FastifySerializerCompiler<FastifySchema> = ({ schema }) => {
  let write: ((answer: unknown) => string) | undefined
  return (answer) => (write ??= build(schema))(answer)
}
