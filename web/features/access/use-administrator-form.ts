import { toText } from '#lib/record-values.ts'
import { filterValues } from '#ui/forms/form-values.ts'
import { useFormWithDraft } from '#ui/forms/use-form-with-draft.ts'
import { useSave } from '#ui/forms/use-save.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { ACCESS_PRESETS, canManageAccess } from '@tahanan/contract/access-presets.ts'
import type { Administrator } from '@tahanan/contract/admins/answers.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import { ADMINISTRATOR_FIELDS, checkAdministrator, toAdministratorFields } from './administrator-rules.ts'
import { ADMINISTRATOR_PATH, type Manager, STALE_ADMINISTRATOR_QUERIES } from './calls.ts'
import { applyPreset } from './switches.ts'

export interface AdministratorFormOptions {
  record?: Administrator
  manager: Manager
  onClose: () => void
}

/** Returns the state of the form of an administrator. A new one gets the access of the chosen preset. */
export function useAdministratorForm({ record, manager, onClose }: AdministratorFormOptions) {
  const readOnly = record !== undefined && !record.can.includes('edit')
  const presets = manager.roles !== null && !canManageAccess(manager.roles) ? [] : ACCESS_PRESETS
  const { form, close } = useFormWithDraft({
    name: `administrator-${record?.id ?? 'new'}`,
    readOnly,
    secretKeys: ADMINISTRATOR_FIELDS.flatMap(({ key, secret }) => (secret ? [key] : [])),
    onClose,
    form: { fields: {} },
    writer: 'admin',
    action: record ? 'update' : 'create',
    record: record && { ...record },
    otherValues: (values) => ({ ...toAdministratorFields(values), ...(!record && { preset: '' }) }),
    getExtraErrors: (values) => checkAdministrator(toAdministratorFields(values), record === undefined),
  })
  const chosenPreset = presets.find(({ name }) => name === form.values.preset)
  const { submit, busy } = useSave({
    form,
    path: `/${ADMINISTRATOR_PATH}`,
    id: record?.id,
    noun: 'Admin',
    getName: ({ name }) => toText(name),
    staleQueries: STALE_ADMINISTRATOR_QUERIES,
    otherBody: (changedValues) => filterValues(changedValues, (key) => key !== 'preset'),
    onRefused: ({ errors }) => {
      for (const [message = ''] of Object.values(errors)) toast.error(message)
      return false
    },
    onSaved: close,
  })
  const newAccountFields = {
    status: RECORD_STATUS.active,
    ...(chosenPreset && { roles: applyPreset(manager.roles, [], chosenPreset.roles).roles }),
  }
  return {
    form,
    readOnly,
    presets: record ? [] : presets,
    chosenPreset,
    setPreset: (name: string) => form.set('preset', name),
    save: () => submit(record ? {} : newAccountFields),
    busy,
    close,
  }
}
