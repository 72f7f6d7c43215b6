import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { recordAction } from '#platform/audit/record-action.ts'
import { createDownloadLink } from '#platform/http/create-download-link.ts'
import type { Policy } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { formatContentDisposition } from '#platform/http/send-pdf.ts'
import { DownloadLink } from '@tahanan/contract/answers.ts'
import { Backups, StartedBackup } from '@tahanan/contract/database/answers.ts'
import { IdParams } from '@tahanan/contract/requests.ts'
import { createNotFoundError } from '../errors.ts'
import type { PlatformContext } from '../platform-context.ts'
import {
  getBackupFolder,
  countManualBackups,
  isBackupName,
  isEncryptedName,
  MAX_MANUAL_BACKUPS,
} from './archive/archive-folder.ts'
import { describeSchedule } from './backup-schedule.ts'
import { findNextScheduledBackup } from './create-scheduled-backup.ts'
import { findBackup, listBackups, syncWithFolder, type BackupRow } from './repository.ts'
import { markKilledAsFailed, startBackup, stopBackups } from './start-backup.ts'

const SUPER_ADMIN_ONLY: Policy = { areas: ['super-admin'] }
const CONFIRMED_ROUTE_CONFIG = { policy: SUPER_ADMIN_ONLY, confirmed: true } as const

/** Declares the backup routes, all for the super-administrator (rules 12.10 to 12.14). */
export function backupRoutes(app: PortalApp, services: PlatformContext): void {
  const { config, db } = services
  const folder = getBackupFolder(config)

  app.get('/backups', {
    config: { policy: SUPER_ADMIN_ONLY },
    schema: {
      summary: 'List backups',
      description:
        'The newest 200. Those that lie in the folder of backups without the database knowing are among them.',
      response: { 200: Backups },
    },
    handler: async () => {
      await markKilledAsFailed(db)
      await syncWithFolder(db, folder)
      const backups = await Promise.all((await listBackups(db)).map(toBackupAnswer))
      const scheduleText = config.backupSchedule ? describeSchedule(config.backupSchedule) : null
      const schedule = {
        next: await findNextScheduledBackup(services),
        every: scheduleText,
        keep: config.backupKeep,
      }
      const isEncrypting = config.backupRecipients.length > 0
      return {
        data: backups,
        schedule,
        encrypts: isEncrypting,
        manual: { count: await countManualBackups(folder), most: MAX_MANUAL_BACKUPS },
      }
    },
  })

  app.post('/backups', {
    config: CONFIRMED_ROUTE_CONFIG,
    schema: {
      summary: 'Make a backup',
      description:
        'Begins it in the background; the list tells when it is done. 409 while one is being made, and with too many made by hand.',
      response: { 202: StartedBackup },
    },
    handler: async ({ actor }, reply) => {
      const { id } = await startBackup(services, 'person', actor.name)
      await recordAction(db, {
        action: 'backup',
        subject: 'database',
        detail: 'A backup was begun.',
        after: { backup: id },
      })
      return reply.code(202).send({ id, message: 'The backup has begun.' })
    },
  })

  app.post('/backups/:id/download-link', {
    config: CONFIRMED_ROUTE_CONFIG,
    schema: { summary: 'A link that downloads a backup', params: IdParams, response: { 200: DownloadLink } },
    handler: async ({ found, params }) => {
      const backup = await findBackup(db, params.id)
      if (!backup || (await findBackupSize(backup)) === null) throw createNotFoundError()
      return { url: await createDownloadLink(db, found, `/api/backups/${backup.id}/download`) }
    },
  })

  app.get('/backups/:id/download', {
    config: { ...CONFIRMED_ROUTE_CONFIG, allowsDownloadLink: true },
    compress: false,
    schema: {
      summary: 'Download a backup',
      params: IdParams,
      response: {
        200: {
          description: 'The archive',
          content: {
            'application/x-tar': { schema: Type.Unsafe<ReadStream>({ type: 'string' }) },
            'application/octet-stream': { schema: Type.Unsafe<ReadStream>({ type: 'string' }) },
          },
        },
      },
    },
    handler: async ({ params }, reply) => {
      const backup = await findBackup(db, params.id)
      const backupSize = backup && (await findBackupSize(backup))
      if (!backup?.file || !backupSize) throw createNotFoundError()
      await recordAction(db, {
        action: 'backup',
        subject: 'database',
        detail: `${backup.file} was downloaded.`,
      })
      return reply
        .type(isEncryptedName(backup.file) ? 'application/octet-stream' : 'application/x-tar')
        .header('content-length', backupSize)
        .header('content-disposition', formatContentDisposition('attachment', backup.file))
        .header('cache-control', 'no-store')
        .send(createReadStream(join(folder, backup.file), { highWaterMark: 256 * 1024 }))
    },
  })

  // A running backup is aborted at shutdown, because it takes longer than a graceful shutdown may take.
  app.addHook('preClose', stopBackups)

  async function toBackupAnswer({ started_by: startedBy, ...backup }: BackupRow) {
    const backupSize = await findBackupSize(backup)
    const isEncrypted = backup.file !== null && isEncryptedName(backup.file)
    return { ...backup, startedBy, encrypted: isEncrypted, downloadable: backupSize !== null }
  }

  /**
   * Returns null if the backup is unfinished or its file is not on this machine. Validates the name before it
   * is used as a path.
   */
  async function findBackupSize({ state, file }: Pick<BackupRow, 'state' | 'file'>): Promise<number | null> {
    if (state !== 'done' || file === null || !isBackupName(file)) return null
    const fileStats = await stat(join(folder, file)).catch(() => null)
    return fileStats?.isFile() ? fileStats.size : null
  }
}
