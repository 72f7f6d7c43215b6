import { RESET_GROUPS, withTaken } from '@tahanan/contract/reset.ts'
import type { ResetGroup } from '@tahanan/contract/reset.ts'
import type { ClientBase } from 'pg'
import { COUNTED } from './groups.ts'

export interface GroupPreview {
  readonly name: ResetGroup
  readonly label: string
  /** '60 tenants, 3 imports'; 'nothing' where it is empty. */
  readonly words: string
  readonly count: number
  /** Rows that go along, and those that stay, in words. */
  readonly note: string
  /** False where it goes only because a chosen group takes it along. */
  readonly chosen: boolean
}

/** Counts what a reset of these groups would take, groups that go along included. */
export async function previewReset(
  client: Pick<ClientBase, 'query'>,
  groups: readonly ResetGroup[],
  callerId: number,
): Promise<GroupPreview[]> {
  const previews: GroupPreview[] = []
  for (const name of withTaken(groups)) {
    const { label, note } = RESET_GROUPS[name]
    const parts: string[] = []
    let count = 0
    for (const [one, many, from] of COUNTED[name]) {
      const values = from.includes('$1') ? [callerId] : []
      const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${from}`, values)
      const n = rows[0]?.n ?? 0
      count += n
      if (n > 0) parts.push(`${n.toLocaleString('en')} ${n === 1 ? one : many}`)
    }
    previews.push({
      name,
      label,
      note,
      count,
      words: parts.join(', ') || 'nothing',
      chosen: groups.includes(name),
    })
  }
  return previews
}
