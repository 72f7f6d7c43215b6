import { ACCESS_PRESETS, canManageAccess } from '@tahanan/contract/access-presets.ts'
import { PASSWORD_LENGTH } from '@tahanan/contract/password.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { recordQuery } from '../../lib/api/records.ts'
import { api, ApiError } from '../../lib/api/api.ts'
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Input, NativeSelect } from '../../ui/controls/input.tsx'
import { PasswordInput } from '../../ui/controls/password-input.tsx'
import { Sheet, SheetCancel } from '../../ui/overlays/sheet.tsx'
import { RecordSkeleton } from '../../ui/lists/skeletons.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SubmitForm } from '../../ui/controls/submit-form.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { checkAdministrator, EMPTY, FIELDS, type AdministratorFields } from './administrator-rules.ts'
import { type Administrator, type Manager, ONE, STALE } from './calls.ts'
import { SecondFactorLine } from './second-factor-line.tsx'
import { withPreset } from './switches.ts'

interface AdministratorModalProps {
  /** None: a new one. */
  id?: number
  manager: Manager
  onClose: () => void
}

/** The add or the edit modal of an administrator (rules 2.8). */
export function AdministratorModal({ id, manager, onClose }: AdministratorModalProps) {
  const query = useQuery({
    ...recordQuery<Administrator>(ONE, id ?? 0),
    enabled: id !== undefined,
    refetchOnWindowFocus: false,
    // the cache of an earlier visit is stale
    gcTime: 0,
  })
  const { data } = query
  if (id === undefined) return <AdministratorForm manager={manager} onClose={onClose} />
  if (data) return <AdministratorForm record={data} manager={manager} onClose={onClose} />
  return (
    <Sheet place="box" title="Administrator" onClose={onClose}>
      <QueryState
        query={query}
        title="We could not load this administrator"
        gone="They may have been deleted."
      >
        <RecordSkeleton count={6} />
      </QueryState>
    </Sheet>
  )
}

interface AdministratorFormProps {
  record?: Administrator
  manager: Manager
  onClose: () => void
}

function AdministratorForm({ record, manager, onClose }: AdministratorFormProps) {
  const id = useId()
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [start] = useState<AdministratorFields>(() => ({ ...EMPTY, ...(record && picked(record)) }))
  const [values, setValues] = useState(start)
  const [seen, setSeen] = useState(record?.updated_at)
  const [preset, setPreset] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const readOnly = record !== undefined && !record.can.includes('edit')
  const dirty = preset !== '' || FIELDS.some(({ key }) => values[key] !== start[key])
  const presets = manager.roles !== null && !canManageAccess(manager.roles) ? [] : ACCESS_PRESETS
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      record ? api.put<unknown>(`/${ONE}/${record.id}`, body) : api.post<unknown>(`/${ONE}`, body),
  })

  const refuse = (told: Readonly<Record<string, string>>): void => {
    setErrors(told)
    const first = FIELDS.find(({ key }) => told[key] !== undefined)
    form.current?.querySelector<HTMLElement>(`[data-field="${first?.key}"] input`)?.focus()
  }
  const rolesOf = (name: string): { roles?: unknown } => {
    const chosen = presets.find((one) => one.name === name)
    return chosen ? { roles: withPreset(manager.roles, [], chosen.roles).roles } : {}
  }
  const submit = useOneAtATime(async () => {
    const missing = checkAdministrator(values, record === undefined)
    if (Object.keys(missing).length > 0) {
      refuse(missing)
      return 'open'
    }
    try {
      await mutateAsync(
        record
          ? { ...changesOf(values, start), updated_at: seen }
          : { ...values, status: 1, ...rolesOf(preset) },
      )
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // the server's words told of the newer version; what is typed stays, and may be sent over it now
      if (failure.status === 409 && record)
        setSeen((await client.fetchQuery(recordQuery<Administrator>(ONE, record.id))).updated_at)
      const told = Object.entries(failure.errors).map(([key, [words = '']]) => [key, words] as const)
      for (const [, words] of told) toast.error(words)
      refuse(Object.fromEntries(told))
      return 'open'
    }
    toast.success(record ? 'Admin edited successfully.' : 'Admin added successfully.')
    onClose()
    await Promise.all(STALE.map((queryKey) => client.invalidateQueries({ queryKey })))
    return 'done'
  })

  return (
    <Sheet
      place="box"
      title={record ? (readOnly ? 'View admin' : 'Edit admin') : 'Add admin'}
      subtitle={record && `${record.name}, ${record.email}`}
      dirty={dirty}
      onClose={onClose}
      footer={
        <>
          <SheetCancel>{readOnly ? 'Close' : 'Cancel'}</SheetCancel>
          {!readOnly && (
            <Button kind="primary" type="submit" form={id} busy={isPending}>
              Submit
            </Button>
          )}
        </>
      }
    >
      <SubmitForm id={id} ref={form} onSubmit={() => void submit()}>
        <div className="form">
          {FIELDS.filter(({ secret }) => !secret || !readOnly).map(({ key, label, secret, autoComplete }) => {
            const shared = {
              value: values[key],
              autoComplete,
              onChange: ({ target }: { target: { value: string } }) => {
                setValues({ ...values, [key]: target.value })
                setErrors({})
              },
            }
            return (
              <div key={key} data-field={key} className={key === 'name' || key === 'email' ? 'w' : ''}>
                <Field
                  label={label}
                  required={!readOnly && (!secret || record === undefined)}
                  error={errors[key]}
                  help={record && key === 'password' ? 'Leave it empty to keep the password.' : undefined}
                >
                  {secret ? (
                    <PasswordInput name={label.toLowerCase()} maxLength={PASSWORD_LENGTH.max} {...shared} />
                  ) : (
                    <Input
                      type={key === 'email' ? 'email' : 'text'}
                      maxLength={255}
                      readOnly={readOnly}
                      {...shared}
                    />
                  )}
                </Field>
              </div>
            )
          })}
          {!record && presets.length > 0 && (
            <div className="w">
              <Field
                label="Access to begin with"
                help={
                  presets.find(({ name }) => name === preset)?.description ??
                  'They see no pages until you give them access under Manage Access.'
                }
              >
                <NativeSelect value={preset} onChange={({ target }) => setPreset(target.value)}>
                  <option value="">None yet</option>
                  {presets.map(({ name, label }) => (
                    <option key={name} value={name}>
                      {label}
                    </option>
                  ))}
                </NativeSelect>
              </Field>
            </div>
          )}
          {record?.secondFactor && <SecondFactorLine id={record.id} mayTakeAway={manager.roles === null} />}
        </div>
      </SubmitForm>
    </Sheet>
  )
}

const picked = ({ name, firstName, lastName, email }: Administrator) => ({ name, firstName, lastName, email })

/** The fields that were typed into. */
function changesOf(values: AdministratorFields, start: AdministratorFields): Partial<AdministratorFields> {
  return Object.fromEntries(
    FIELDS.flatMap(({ key }) => (values[key] === start[key] ? [] : [[key, values[key]]])),
  )
}
