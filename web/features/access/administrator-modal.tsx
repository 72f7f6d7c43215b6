import { useMutation, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api/api.ts'
import { createRowQuery } from '#lib/api/row-queries.ts'
import { toText } from '#lib/record-values.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Input, NativeSelect } from '#ui/controls/input.tsx'
import { PasswordInput } from '#ui/controls/password-input.tsx'
import { DraftNote } from '#ui/forms/draft-note.tsx'
import { getFormTitle } from '#ui/forms/get-form-title.ts'
import { NewerVersionNote } from '#ui/forms/newer-version-note.tsx'
import { SheetForm } from '#ui/forms/sheet-form.tsx'
import { useFormWithDraft } from '#ui/forms/use-form-with-draft.ts'
import { useSave } from '#ui/forms/use-save.ts'
import { LoadingSheet } from '#ui/list-pages/loading-sheet.tsx'
import { confirm } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { ACCESS_PRESETS, canManageAccess } from '@tahanan/contract/access-presets.ts'
import type { Administrator } from '@tahanan/contract/admins/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import {
  ADMINISTRATOR_FIELDS,
  ADMINISTRATOR_FIELD_FORMATS,
  toAdministratorFields,
  checkAdministrator,
} from './administrator-rules.ts'
import {
  type Manager,
  ADMINISTRATOR_PATH,
  STALE_ADMINISTRATOR_QUERIES,
  refreshAdministrators,
} from './calls.ts'
import { applyPreset } from './switches.ts'

interface AdministratorModalProps {
  id?: number
  manager: Manager
  onClose: () => void
}

export function AdministratorModal({ id, manager, onClose }: AdministratorModalProps) {
  const query = useQuery({
    ...createRowQuery<Administrator>(ADMINISTRATOR_PATH, id ?? 0),
    enabled: id !== undefined,
    refetchOnWindowFocus: false,
    // Not cached, because data of an earlier visit may be outdated.
    gcTime: 0,
  })
  const { data } = query
  if (id === undefined || data) return <AdministratorForm record={data} manager={manager} onClose={onClose} />
  return (
    <LoadingSheet
      place="box"
      query={query}
      title="Administrator"
      subject="this administrator"
      count={6}
      onClose={onClose}
    />
  )
}

function AdministratorForm(props: Omit<AdministratorModalProps, 'id'> & { record?: Administrator }) {
  const { record, manager, onClose } = props
  const [preset, setPreset] = useState('')
  const readOnly = record !== undefined && !record.can.includes('edit')
  const presets = manager.roles !== null && !canManageAccess(manager.roles) ? [] : ACCESS_PRESETS
  const chosenPreset = presets.find(({ name }) => name === preset)
  const { form, close } = useFormWithDraft({
    name: `administrator-${record?.id ?? 'new'}`,
    readOnly,
    secretKeys: ADMINISTRATOR_FIELDS.flatMap(({ key, secret }) => (secret ? [key] : [])),
    onClose,
    form: { fields: {} },
    writer: 'admin',
    action: record ? 'update' : 'create',
    record: record && { ...record },
    otherValues: toAdministratorFields,
    getExtraErrors: (values) => checkAdministrator(toAdministratorFields(values), record === undefined),
  })
  const { submit, busy } = useSave({
    form,
    path: `/${ADMINISTRATOR_PATH}`,
    id: record?.id,
    noun: 'Admin',
    getName: ({ name }) => toText(name),
    staleQueries: STALE_ADMINISTRATOR_QUERIES,
    otherBody: (changedFields) => changedFields,
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

  return (
    <SheetForm
      id={form.id}
      place="box"
      title={getFormTitle(record ? (readOnly ? 'VIEW' : 'EDIT') : 'ADD', 'admin')}
      subtitle={record && `${record.name}, ${record.email}`}
      dirty={form.dirty || preset !== ''}
      busy={busy}
      readOnly={readOnly}
      onClose={close}
      onSubmit={() => submit(record ? {} : newAccountFields)}
    >
      <div className="form">
        <NewerVersionNote form={form} otherFields={ADMINISTRATOR_FIELD_FORMATS} />
        {form.isDraftRestored && form.dirty && <DraftNote />}
        {ADMINISTRATOR_FIELDS.filter(({ secret }) => !secret || !readOnly).map(({ key, label, secret }) => {
          const inputProps = {
            value: toAdministratorFields(form.values)[key],
            autoComplete: secret ? 'new-password' : 'off',
            onChange: ({ target }: { target: { value: string } }) => form.set(key, target.value),
          }
          return (
            <div key={key} data-field={key} className={key === 'name' || key === 'email' ? 'wide' : ''}>
              <Field
                label={label}
                required={!readOnly && (!secret || record === undefined)}
                error={form.errors[key]}
                help={record && key === 'password' ? 'Leave it empty to keep the password.' : undefined}
              >
                {secret ? (
                  <PasswordInput name={label.toLowerCase()} {...inputProps} />
                ) : (
                  <Input
                    type={key === 'email' ? 'email' : 'text'}
                    limit={LIMITS.text}
                    readOnly={readOnly}
                    {...inputProps}
                  />
                )}
              </Field>
            </div>
          )
        })}
        {!record && presets.length > 0 && (
          <div className="wide">
            <Field
              label="Access to begin with"
              help={
                chosenPreset?.description ??
                'They see no pages until you give them access under Manage Access.'
              }
            >
              <NativeSelect
                value={preset}
                options={presets.map(({ name, label }) => ({ value: name, label }))}
                onChange={({ target }) => setPreset(target.value)}
              >
                <option value="">None yet</option>
              </NativeSelect>
            </Field>
          </div>
        )}
        {record?.secondFactor && <SecondFactorLine id={record.id} canRemove={manager.roles === null} />}
      </div>
    </SheetForm>
  )
}

interface SecondFactorLineProps {
  id: number
  canRemove: boolean
}

function SecondFactorLine({ id, canRemove }: SecondFactorLineProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.put<unknown>(`/${ADMINISTRATOR_PATH}/${id}`, { secondFactor: false }),
    onSuccess: () => {
      toast.success('Admin edited successfully.')
      return refreshAdministrators()
    },
  })
  const turnOffSecondFactor = async (): Promise<void> => {
    const isConfirmed = await confirm({
      title: 'Turn off two-step login?',
      content:
        'They log in with the password alone until they turn it on again. ' +
        'For a lost phone; make sure that it is them who ask.',
      okText: 'Turn off',
      danger: true,
    })
    if (isConfirmed) mutate()
  }
  return (
    <div className="wide secondfactor row">
      <ShieldCheck />
      <p>Two-step login is on: an authenticator app is asked for.</p>
      {canRemove && (
        <Button kind="danger" busy={isPending} onClick={() => void turnOffSecondFactor()}>
          Turn off
        </Button>
      )}
    </div>
  )
}
