import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { openDatabase } from '../client.ts'
import { connect } from '../connect.ts'
import { startTemporary } from '../embedded/start-temporary.ts'
import { migrate } from '../migrate.ts'
import { documentSchema, DOCS_URL } from './document-schema.ts'
import { generateTypes } from './generate-types.ts'

const embeddedDatabase = await startTemporary()
const { connectionString } = embeddedDatabase
try {
  const { db, close } = openDatabase({ connectionString })
  await migrate(db).finally(close)
  if (!generateTypes(connectionString, 'write')) process.exitCode = 1
  const client = await connect(connectionString, 'tahanan-types')
  const documents = await documentSchema(client).finally(() => client.end())
  rmSync(new URL('schema/', DOCS_URL), { recursive: true, force: true })
  mkdirSync(new URL('schema/', DOCS_URL))
  for (const [path, text] of documents) writeFileSync(new URL(path, DOCS_URL), text)
} finally {
  await embeddedDatabase.stop()
}
