import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { useForm } from '#ui/forms/use-form.ts'
import { useSave } from '#ui/forms/use-save.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { getAccessDifference } from '@tahanan/contract/access-presets.ts'
import type { Administrator } from '@tahanan/contract/admins/answers.ts'
import type { RoleEntry } from '@tahanan/contract/permissions.ts'
import { describeSwitches } from './access-labels.ts'
import { type Manager, ADMINISTRATOR_PATH, STALE_ADMINISTRATOR_QUERIES } from './calls.ts'
import { getInitialRoles } from './switches.ts'

export interface AccessFormOptions {
  latest: Administrator
  manager: Manager
  onClose: () => void
}

export const toRoles = (value: unknown): RoleEntry[] => (Array.isArray(value) ? value : [])

/** `save` asks for a confirmation before managers remove their own access (rules 2.14). */
export function useAccessForm({ latest, manager, onClose }: AccessFormOptions) {
  const form = useForm({
    form: { fields: {} },
    writer: 'admin',
    action: 'update',
    record: { ...latest },
    otherValues: ({ roles: saved }) => ({ roles: getInitialRoles(toRoles(saved), manager.roles) }),
  })
  const roles = toRoles(form.values.roles)
  const initialRoles = getInitialRoles(latest.roles, manager.roles)
  const { given, taken } = getAccessDifference(initialRoles, roles)
  const { submit, busy } = useSave({
    form,
    path: `/${ADMINISTRATOR_PATH}`,
    id: latest.id,
    noun: 'Admin',
    stale: STALE_ADMINISTRATOR_QUERIES,
    onRefused: ({ errors }) => {
      const error = Object.values(errors)[0]?.[0]
      if (error) toast.error(error)
      return error !== undefined
    },
    onSaved: onClose,
  })
  const save = useNonOverlappingCall(async () => {
    const isConfirmed =
      taken.length === 0 ||
      manager.adminId !== latest.id ||
      (await confirm({
        title: 'Take this access from yourself?',
        content: `You cannot give it back to yourself. ${describeSwitches(taken)}.`,
        okText: 'Take away',
        danger: true,
      }))
    if (isConfirmed) await submit({ roles })
  })
  return { form, roles, before: initialRoles, changed: given.length + taken.length, save, busy }
}
