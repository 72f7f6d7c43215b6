import type { BackupFigures } from './backup.ts'
import { verdict } from './statistics.ts'

/** Row of a backup's seconds beside those of plain tools. */
const speed = (name: string, ours: number, bare: number) => [
  `${name}, s (bare: tar and COPY)`,
  ours.toFixed(1),
  bare.toFixed(1),
  (bare / ours).toFixed(2),
  '≥ 0.50',
  verdict(bare / ours >= 0.5),
]

/** Returns the figures of backup and restore as rows of the table. */
export function backupRows(figures: BackupFigures): string[][] {
  const { backup, bareBackup, restore, bareRestore, memory, smallMemory, listRatio } = figures
  return [
    speed('backup', backup, bareBackup),
    speed('restore', restore, bareRestore),
    [
      `backup, memory of its process, MB (a tenth of it: ${smallMemory.toFixed(0)})`,
      memory.toFixed(0),
      '',
      '',
      '',
      '',
    ],
    [
      'list during a backup : without, requests/s',
      listRatio.toFixed(2),
      '',
      '',
      '> 0.50',
      verdict(listRatio > 0.5),
    ],
  ]
}
