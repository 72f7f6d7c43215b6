import { loadConfig } from '#boot/config.ts'
import { createDelivering } from '#boot/delivering.ts'
import { openDatabase } from '#platform/db/client.ts'
import { createFileStore } from '#platform/files/store/file-store.ts'
import { createLogger } from '#platform/log/create-logger.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import { deliver } from './deliver.ts'
import { fanOut } from './fan-out.ts'
import type { Sender } from './senders.ts'

export type Step = 'queueing' | 'claiming' | 'marked' | 'sending' | 'sent'

/**
 * Child process of a test: creates and sends the deliveries that are due at `NOW`. It prints the step named
 * by `HANG_AT` and then hangs; for the step `sending` the mail server hangs instead.
 */
const step = process.env['HANG_AT'] as Step
const now = new Date(process.env['NOW'] ?? '')
const config = loadConfig({ ...process.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DEMO: 'false' })
const { db, pool } = openDatabase({ connectionString: config.databaseUrl ?? '' })
const log = createLogger(config)
const files = await createFileStore({ dataDir: config.dataDir, s3: undefined, reserveBytes: 0 }, db)
const mailer = createMailer({ config, log })
const services = { config, db, pool, files, mailer, log, portalUrl: () => 'http://127.0.0.1' }
const { senders } = createDelivering(services)

async function hangAt(here: Step): Promise<void> {
  if (here !== step) return
  process.stdout.write(`${here}\n`)
  await new Promise(() => setInterval(() => {}, 1000))
}
const mail: Sender = async (due) => {
  await hangAt('marked')
  if (step === 'sending') process.stdout.write('sending\n')
  const outcome = await senders.mail(due)
  await hangAt('sent')
  return outcome
}
const parts = {
  ...services,
  senders: { ...senders, mail },
  newsHooks: {
    ticket: {
      findNeedless: async () => {
        await hangAt('claiming')
        return new Map<number, string>()
      },
      mailsEnded: () => hangAt('queueing'),
    },
  },
  now: () => now,
}
await fanOut(parts)
await deliver(parts, 'mail')
