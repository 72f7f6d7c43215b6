import { silentLog } from './server-process.ts'
// Runs an embedded database in its own process, for tests that kill it. Prints one line of JSON when the
// database accepts connections.
import { startEmbedded } from './start-embedded.ts'

const dataDir = process.argv[2]
if (!dataDir) throw new Error('which DATA_DIR?')
const embeddedDatabase = await startEmbedded({ dataDir, log: silentLog })
process.on('SIGTERM', () => void embeddedDatabase.stop().then(() => process.exit(0)))
console.log(
  JSON.stringify({ pid: embeddedDatabase.pid(), connectionString: embeddedDatabase.connectionString }),
)
