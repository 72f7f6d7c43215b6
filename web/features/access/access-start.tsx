import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { createRowsQuery } from '#lib/api/row-queries.ts'
import { formatCount } from '#lib/format-number.ts'
import { Button } from '#ui/controls/button.tsx'
import { NativeSelect } from '#ui/controls/input.tsx'
import { ACCESS_PRESETS } from '@tahanan/contract/access-presets.ts'
import type { Administrator } from '@tahanan/contract/admins/answers.ts'
import type { RoleEntry } from '@tahanan/contract/permissions.ts'
import { ADMINISTRATORS_PATH, type Manager } from './calls.ts'
import { countDifferences, applyPreset, completeRoles } from './switches.ts'

interface AccessStartProps {
  manager: Manager
  roles: readonly RoleEntry[]
  exceptId: number
  note: string
  onChange: (roles: RoleEntry[], note: string) => void
}

export function AccessStart({ manager, roles, exceptId, note, onChange }: AccessStartProps) {
  const { data } = useQuery(
    createRowsQuery<Administrator>(ADMINISTRATORS_PATH, { page: 1, limit: 0, searchTerm: '' }),
  )
  const otherAdministrators = (data?.data ?? []).filter(({ id }) => id !== exceptId)
  const applyRoles = (presetRoles: readonly RoleEntry[], name: string): void => {
    const { roles: next, keptSwitches } = applyPreset(manager.roles, roles, presetRoles)
    const changedCount = countDifferences(roles, next)
    const changedText =
      changedCount === 0 ? 'nothing to change' : `${formatCount(changedCount, 'switch', 'switches')} turned`
    const keptText = formatCount(keptSwitches.length, 'stayed where it was', 'stayed where they were')
    const reason =
      keptSwitches.length === 0 ? '' : ` ${keptText}, because you do not have that access yourself.`
    onChange(next, `${name}: ${changedText}.${reason}`)
  }
  return (
    <div className="accessstart">
      <div className="presets acts" role="group" aria-label="Ready-made access">
        {ACCESS_PRESETS.map(({ name, label, description, roles: wantedRoles }) => (
          <Button key={name} title={description} onClick={() => applyRoles(wantedRoles, label)}>
            {label}
          </Button>
        ))}
        <Button title="Turns every switch off." onClick={() => applyRoles(completeRoles([]), 'Nothing')}>
          Nothing
        </Button>
      </div>
      <NativeSelect
        aria-label="Copy from another administrator"
        value=""
        options={otherAdministrators.map(({ id, name, email }) => ({
          value: id,
          label: `${name} (${email})`,
        }))}
        onChange={({ target }) => {
          const chosenAdministrator = otherAdministrators.find(({ id }) => String(id) === target.value)
          if (chosenAdministrator)
            applyRoles(chosenAdministrator.roles, `Copied from ${chosenAdministrator.name}`)
        }}
      >
        <option value="">Copy from another administrator…</option>
      </NativeSelect>
      <p className="help row" role="status">
        {note ? (
          <>
            <Info className="small" />
            {note}
          </>
        ) : manager.roles === null ? (
          'Changes take effect at once.'
        ) : (
          'Changes take effect at once. You can only give or take permissions that you have yourself.'
        )}
      </p>
    </div>
  )
}
