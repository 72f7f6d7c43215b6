import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OUT_FILE = fileURLToPath(new URL('generated.ts', import.meta.url))

/**
 * Writes the table types of the migrated database at `connectionString` to generated.ts, or, to verify, only compares.
 * Answers whether the file is (now) current. The mappings are those of value-parsers.ts.
 */
export function generateTypes(connectionString: string, mode: 'write' | 'verify'): boolean {
  const cli = join(dirname(createRequire(import.meta.url).resolve('kysely-codegen')), 'cli', 'bin.js')
  const { status } = spawnSync(
    process.execPath,
    [
      cli,
      '--dialect=postgres',
      `--url=${connectionString}`,
      `--out-file=${OUT_FILE}`,
      '--exclude-pattern=kysely_*',
      '--numeric-parser=number',
      '--date-parser=string',
      '--type-mapping={"int8":"number","tstzrange":"string"}',
      ...(mode === 'verify' ? ['--verify'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  return status === 0
}
