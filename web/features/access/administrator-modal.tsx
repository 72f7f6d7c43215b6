import { useMutation, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { api } from '#lib/api/api.ts'
import { createRowQuery } from '#lib/api/row-queries.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Input, NativeSelect } from '#ui/controls/input.tsx'
import { PasswordInput } from '#ui/controls/password-input.tsx'
import { DraftNote } from '#ui/forms/draft-note.tsx'
import { getFormTitle } from '#ui/forms/get-form-title.ts'
import { NewerVersionNote } from '#ui/forms/newer-version-note.tsx'
import { SheetForm } from '#ui/forms/sheet-form.tsx'
import { LoadingSheet } from '#ui/list-pages/loading-sheet.tsx'
import { confirm } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { Administrator } from '@tahanan/contract/admins/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import {
  ADMINISTRATOR_FIELDS,
  ADMINISTRATOR_FIELD_FORMATS,
  toAdministratorFields,
} from './administrator-rules.ts'
import { type Manager, ADMINISTRATOR_PATH, refreshAdministrators } from './calls.ts'
import { type AdministratorFormOptions, useAdministratorForm } from './use-administrator-form.ts'

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

function AdministratorForm(props: AdministratorFormOptions) {
  const { record, manager } = props
  const { form, readOnly, presets, chosenPreset, setPreset, save, busy, close } = useAdministratorForm(props)

  return (
    <SheetForm
      id={form.id}
      place="box"
      title={getFormTitle(record ? (readOnly ? 'VIEW' : 'EDIT') : 'ADD', 'admin')}
      subtitle={record && `${record.name}, ${record.email}`}
      dirty={form.dirty}
      busy={busy}
      readOnly={readOnly}
      onClose={close}
      onSubmit={save}
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
        {presets.length > 0 && (
          <div className="wide">
            <Field
              label="Access to begin with"
              help={
                chosenPreset?.description ??
                'They see no pages until you give them access under Manage Access.'
              }
            >
              <NativeSelect
                value={chosenPreset?.name ?? ''}
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
