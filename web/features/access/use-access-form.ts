import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { useFormWithDraft } from '#ui/forms/use-form-with-draft.ts'
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
  administrator: Administrator
  manager: Manager
  onClose: () => void
}

export const toRoles = (value: unknown): RoleEntry[] => (Array.isArray(value) ? value : [])

/**
 * Returns the state of the form Manage Access. `save` asks for a confirmation before managers remove their
 * own access (rules 2.14).
 */
export function useAccessForm({ administrator, manager, onClose }: AccessFormOptions) {
  const { form, close } = useFormWithDraft({
    name: `access-${administrator.id}`,
    form: { fields: {} },
    writer: 'admin',
    action: 'update',
    record: { ...administrator },
    onClose,
    otherValues: ({ roles: savedRoles }) => ({ roles: getInitialRoles(toRoles(savedRoles), manager.roles) }),
  })
  const roles = toRoles(form.values.roles)
  const initialRoles = getInitialRoles(administrator.roles, manager.roles)
  const { addedAccess, removedAccess } = getAccessDifference(initialRoles, roles)
  const { submit, busy } = useSave({
    form: {
      ...form,
      // Without stored roles the form begins with the default preset, although nothing was saved.
      isSavedIn: (storedRecord, sentValues) =>
        toRoles(storedRecord.roles).length > 0 && form.isSavedIn(storedRecord, sentValues),
    },
    path: `/${ADMINISTRATOR_PATH}`,
    id: administrator.id,
    noun: 'Admin',
    getName: () => administrator.name,
    staleQueries: STALE_ADMINISTRATOR_QUERIES,
    onRefused: ({ errors }) => {
      const error = Object.values(errors)[0]?.[0]
      if (error) toast.error(error)
      return error !== undefined
    },
    onSaved: close,
  })
  const save = useNonOverlappingCall(async () => {
    const isConfirmed =
      removedAccess.length === 0 ||
      manager.adminId !== administrator.id ||
      (await confirm({
        title: 'Take this access from yourself?',
        content: `You cannot give it back to yourself. ${describeSwitches(removedAccess)}.`,
        okText: 'Take away',
        danger: true,
      }))
    if (isConfirmed) await submit({ roles })
  })
  return {
    form,
    roles,
    before: initialRoles,
    // If another user changed the access after a draft was stored, the restored draft is in conflict, but
    // `newerVersion` is undefined. The draft is then compared with the saved roles.
    comparedRoles: toRoles(form.newerVersion?.baseRecord.roles ?? form.before.roles),
    changed: addedAccess.length + removedAccess.length,
    save,
    busy,
    close,
  }
}
