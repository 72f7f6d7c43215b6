// `npm run db:types`: after a migration was added or changed, writes the table types anew.
import { openDatabase } from '../client.ts'
import { startTemporary } from '../embedded/start-temporary.ts'
import { migrate } from '../migrate.ts'
import { generateTypes } from './generate-types.ts'

const embedded = await startTemporary()
const database = openDatabase({ connectionString: embedded.connectionString })
try {
  await migrate(database.db)
  if (!generateTypes(embedded.connectionString, 'write')) process.exitCode = 1
} finally {
  await database.close()
  await embedded.stop()
}
