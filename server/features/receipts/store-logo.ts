import { drawLogo } from '#features/settings/draw-logo.ts'
import { findSettingValue } from '#features/settings/website-settings.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import type { PlatformContext } from '#platform/platform-context.ts'

/** Maximum size in pixels. It has four pixels per point of the PDF, which is enough for printing. */
const MAX_SIZE = { width: 640, height: 192 } as const

/**
 * Stores the community's logo as a PNG, because PDFs do not support WebP. Call it before a payment is posted.
 * If the logo cannot be read, the error is only logged, so that the payment can be posted.
 */
export async function storeLogo(services: Pick<PlatformContext, 'db' | 'files' | 'log'>): Promise<void> {
  const { db, files, log } = services
  const key = await findSettingValue(db, 'websiteLogo')
  if (key === '' || (await findLogo(db, key))) return
  try {
    const { png } = await drawLogo(files, key, MAX_SIZE)
    const insertQuery = db.insertInto('receipt_logos').values({ key, png })
    await insertQuery.onConflict((conflict) => conflict.doNothing()).execute()
  } catch (error) {
    log.warn({ err: error, logo: key }, 'the logo cannot be put on receipts')
  }
}

export async function findLogo(db: DbOrTx, key: string): Promise<Buffer | undefined> {
  const logo = db.selectFrom('receipt_logos').select('png').where('key', '=', key)
  return (await logo.executeTakeFirst())?.png
}
