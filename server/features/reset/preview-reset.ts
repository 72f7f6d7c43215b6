import type { ClientBase } from 'pg'
import type { ResetGroupPreview } from '@tahanan/contract/database/answers.ts'
import { RESET_GROUPS, addDependentGroups, type ResetGroup } from '@tahanan/contract/reset.ts'
import { COUNTED_NOUNS_BY_GROUP } from './groups.ts'

export async function previewReset(
  client: Pick<ClientBase, 'query'>,
  groups: readonly ResetGroup[],
  callerId: number,
): Promise<ResetGroupPreview[]> {
  const previews: ResetGroupPreview[] = []
  for (const name of addDependentGroups(groups)) {
    const { label, note } = RESET_GROUPS[name]
    const countTexts: string[] = []
    let count = 0
    for (const [singular, plural, from] of COUNTED_NOUNS_BY_GROUP[name]) {
      const values = from.includes('$1') ? [callerId] : []
      const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${from}`, values)
      const n = rows[0]?.n ?? 0
      count += n
      if (n > 0) countTexts.push(`${n.toLocaleString('en')} ${n === 1 ? singular : plural}`)
    }
    previews.push({
      name,
      label,
      note,
      count,
      words: countTexts.join(', ') || 'nothing',
      chosen: groups.includes(name),
    })
  }
  return previews
}
