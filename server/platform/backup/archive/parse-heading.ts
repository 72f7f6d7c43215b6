import { Type, type TSchema, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { FORMAT, FORMAT_VERSION } from './archive-format.ts'

const MAX_TABLES = 1000
const MAX_COLUMNS = 1600

const Count = Type.Integer({ minimum: 0 })
const Table = Type.Object({
  name: Type.String(),
  columns: Type.Array(Type.String(), { maxItems: MAX_COLUMNS }),
})

const AnyVersion = Type.Object({ format: Type.Literal(FORMAT), version: Type.Integer() })
const HeadingSchema = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Literal(FORMAT_VERSION),
  createdAt: Type.String({ maxLength: 40 }),
  migrations: Type.Array(Type.String({ maxLength: 200 })),
  tables: Type.Array(Table, { maxItems: MAX_TABLES }),
})
const ManifestSchema = Type.Object({
  tables: Type.Array(Type.Object({ name: Type.String(), rows: Count, pieces: Count, bytes: Count }), {
    maxItems: MAX_TABLES,
  }),
  sequences: Type.Array(
    Type.Object({
      table: Type.String(),
      column: Type.String(),
      value: Type.Integer(),
      called: Type.Boolean(),
    }),
    { maxItems: MAX_TABLES },
  ),
  files: Type.Object({ count: Count, bytes: Count, missing: Count }),
})

const UNREADABLE_MESSAGE = 'its description cannot be read'

/**
 * Parses the heading of a backup. Returns 'foreign' if the file is not a backup, and 'other' if it has
 * another version of the format. Throws if the heading is damaged.
 */
export function parseHeading(content: Buffer): Static<typeof HeadingSchema> | 'foreign' | 'other' {
  const heading = parseJsonOrUndefined(content)
  if (!Value.Check(AnyVersion, heading)) return 'foreign'
  if (heading.version !== FORMAT_VERSION) return 'other'
  return requireShape(HeadingSchema, heading)
}

export const parseManifest = (content: Buffer): Static<typeof ManifestSchema> =>
  requireShape(ManifestSchema, parseJsonOrUndefined(content))

function parseJsonOrUndefined(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch (error) {
    throw new Error(UNREADABLE_MESSAGE, { cause: error })
  }
}

function requireShape<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (!Value.Check(schema, value)) throw new Error(UNREADABLE_MESSAGE)
  return value
}
