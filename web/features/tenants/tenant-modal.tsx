import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { tenantForm } from '@tahanan/contract/billing/tenant.ts'
import { PASSWORD_LENGTH, passwordProblem } from '@tahanan/contract/password.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FormAddition, FormSheet } from '../../ui/forms/form-sheet.tsx'
import type { FormState } from '../../ui/forms/use-form.ts'
import { Field } from '../../ui/controls/field.tsx'
import { PasswordInput } from '../../ui/controls/password-input.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { RecordSkeleton } from '../../ui/lists/skeletons.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { recordQuery } from '../../lib/api/records.ts'
import { LoginDetails } from './login-details.tsx'
import { pictureOf, type Tenant } from './tenant.ts'

interface TenantModalProps {
  /** None: a new one. */
  id?: number
  readOnly?: boolean
  onClose: () => void
}

/** The add or edit modal of a tenant (rules 3.2): the fields, the password, the login details. */
export function TenantModal({ id, readOnly, onClose }: TenantModalProps) {
  const query = useQuery({
    ...recordQuery<Tenant>('tenant', id ?? 0),
    enabled: id !== undefined,
  })
  const { data } = query
  const [password, setPassword] = useState('')
  const title = id === undefined ? 'Add tenant' : readOnly ? 'View tenant' : 'Edit tenant'

  if (id !== undefined && !data) {
    return (
      <Sheet place="box" width={1000} title={title} onClose={onClose}>
        <QueryState query={query} title="We could not load this tenant" gone="It may have been deleted.">
          <RecordSkeleton count={7} />
        </QueryState>
      </Sheet>
    )
  }
  const login: FormAddition = {
    dirty: password !== '',
    // left empty it stays as it is; a tenant without one cannot log in
    errors: (): FieldErrors => {
      const problem = password === '' ? undefined : passwordProblem(password)
      return problem === undefined ? {} : { password: [problem] }
    },
    body: () => (password === '' ? {} : { password }),
    render: (form) => (
      <Login
        form={form}
        tenant={data}
        password={password}
        onPassword={(typed) => {
          setPassword(typed)
          form.heed('password')
        }}
      />
    ),
  }
  return (
    <FormSheet
      declared={tenantForm}
      title={title}
      subtitle={data && `${data.uoccname}, ${data.clientCode}`}
      path="/tenant"
      noun="Tenant"
      record={data && { ...data, image: pictureOf(data) }}
      readOnly={readOnly}
      addition={readOnly ? undefined : login}
      width={1000}
      stale={[['records', 'tenants'], ['tenants'], ...(id === undefined ? [] : [['record', 'tenant', id]])]}
      // tenants have this title too (rules 6.8)
      failedFiles="Unable to submit incident report"
      onClose={onClose}
    />
  )
}

interface LoginProps {
  form: FormState
  tenant: Tenant | undefined
  password: string
  onPassword: (typed: string) => void
}

function Login({ form, tenant, password, onPassword }: LoginProps) {
  const saved = tenant?.email ?? ''
  return (
    <fieldset className="w tenantlogin">
      <legend>Login</legend>
      <Field
        label={tenant ? 'New password' : 'Password'}
        error={form.errors.password}
        help={
          tenant
            ? 'Left empty, the password stays as it is. With a new one the tenant logs in again and chooses another.'
            : 'The tenant chooses another at the first login. Without one they cannot log in yet.'
        }
      >
        <PasswordInput
          name="password"
          autoComplete="new-password"
          maxLength={PASSWORD_LENGTH.max}
          value={password}
          onChange={(event) => onPassword(event.target.value)}
        />
      </Field>
      {tenant && (
        <LoginDetails
          tenantId={tenant.id}
          email={saved}
          changed={form.values.email !== undefined && form.values.email !== saved}
        />
      )}
    </fieldset>
  )
}
