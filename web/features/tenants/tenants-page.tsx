import { useMutation } from '@tanstack/react-query'
import { CircleCheck, Mail } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { RecordConversation } from '#features/conversation/record-conversation.tsx'
import { ApiError, api } from '#lib/api/api.ts'
import { formatDate } from '#lib/time.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field, FieldMessage } from '#ui/controls/field.tsx'
import { PasswordInput } from '#ui/controls/password-input.tsx'
import type { FormAddition } from '#ui/forms/form-sheet.tsx'
import { RecordModal } from '#ui/list-pages/record-modal.tsx'
import { RecordPage } from '#ui/list-pages/record-page.tsx'
import { useCsvDownload } from '#ui/list-pages/use-csv-download.ts'
import { showMessage } from '#ui/overlays/dialogs.ts'
import { showFailure } from '#ui/overlays/failures.ts'
import { LOGIN_DETAILS_HOURS, TENANT_CSV } from '@tahanan/contract/billing/tenant.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { getPasswordError } from '@tahanan/contract/password.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { formatTenantsCsv } from './format-tenants-csv.ts'
import { TENANT_RECORD_KIND } from './tenant-kind.tsx'
import './tenants.css'

export default function TenantsPage() {
  const csv = useCsvDownload({ path: '/tenantIds', file: TENANT_CSV.file, toCsv: formatTenantsCsv })
  return <RecordPage kind={TENANT_RECORD_KIND} className="tenants" csv={csv} Modal={TenantModal} />
}

const toPictureFiles = ({ image, src, thumb }: Tenant): FileRef[] =>
  image ? [{ name: image.split('/').at(-1) ?? image, url: image, src, thumb }] : []

const renderConversation = ({ id, uoccname }: Tenant): ReactNode => (
  <RecordConversation
    subject={{ kind: 'tenant', id }}
    empty={`No message yet. ${uoccname} asks the office here about anything, and reads what you write.`}
  />
)

/** Form that adds or edits a tenant: fields, password, login details (rules 3.2). */
function TenantModal(props: { id?: number; readOnly?: boolean; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const getLoginAddition = (tenant: Tenant | undefined): FormAddition => ({
    dirty: password !== '',
    // An empty password is valid: it is not sent, so the saved one stays. A tenant without a password cannot
    // log in.
    errors: (): FieldErrors => {
      const passwordProblem = password === '' ? undefined : getPasswordError(password)
      return passwordProblem === undefined ? {} : { password: [passwordProblem] }
    },
    body: () => (password === '' ? {} : { password }),
    render: (form) => (
      <fieldset className="wide tenantlogin">
        <legend>Login</legend>
        <Field
          label={tenant ? 'New password' : 'Password'}
          error={form.errors.password}
          help={
            tenant
              ? 'Left empty, the password stays as it is. ' +
                'With a new one the tenant logs in again and chooses another.'
              : 'The tenant chooses another at the first login. Without one they cannot log in yet.'
          }
        >
          <PasswordInput
            name="password"
            autoComplete="new-password"
            value={password}
            onChange={({ target }) => {
              setPassword(target.value)
              form.clearErrors('password')
            }}
          />
        </Field>
        {tenant && (
          <LoginDetails
            tenantId={tenant.id}
            email={tenant.email ?? ''}
            mailRefusedAt={tenant.mailRefusedAt}
            isEmailChanged={form.values.email !== undefined && form.values.email !== (tenant.email ?? '')}
          />
        )}
      </fieldset>
    ),
  })
  return (
    <RecordModal
      {...props}
      kind={TENANT_RECORD_KIND}
      toRecord={(tenant) => ({ ...tenant, image: toPictureFiles(tenant) })}
      renderSubtitle={TENANT_RECORD_KIND.getName}
      getAddition={getLoginAddition}
      renderSideContent={renderConversation}
      // The specification uses this title for failed uploads of tenants too (rules 6.8).
      failedFiles="Unable to submit incident report"
    />
  )
}

function LoginDetails(props: {
  tenantId: number
  email: string
  mailRefusedAt?: string | null
  isEmailChanged: boolean
}) {
  const { tenantId, email, mailRefusedAt, isEmailChanged } = props
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const { mutateAsync, isPending, error, isSuccess, variables } = useMutation({
    mutationFn: (_email: string) => api.post<unknown>(`/tenant/${tenantId}/login-details`),
    meta: { handles: 'all' },
  })
  const send = useNonOverlappingCall(async () => {
    try {
      await mutateAsync(email)
    } catch (failure) {
      // The text below the button shows the error, unless the form was closed meanwhile.
      if (!container.current) await showSendFailure(failure)
    }
  })
  const blockedReason = isEmailChanged
    ? 'Submit the new email first.'
    : email === ''
      ? 'This tenant has no email.'
      : undefined
  // The result of a mail to an earlier address does not describe the present one.
  const isResultOfThisEmail = variables === email
  const errorMessage =
    isResultOfThisEmail && error instanceof ApiError ? (getFieldMessage(error) ?? error.message) : undefined
  return (
    <div ref={container} className="field wide login-details">
      {mailRefusedAt && !isEmailChanged && (
        <FieldMessage
          error={`Mail to ${email} was refused on ${formatDate(mailRefusedAt)}. Please ask for another.`}
        />
      )}
      <Button
        icon={Mail}
        busy={isPending}
        disabled={blockedReason !== undefined}
        aria-describedby={`${id}-help`}
        onClick={() => void send()}
      >
        Send login details
      </Button>
      <div role="status">
        {isSuccess && isResultOfThisEmail && !isEmailChanged ? (
          <p className="help done row">
            <CircleCheck className="small" />
            Sent to {email}. The link is good for {LOGIN_DETAILS_HOURS} hours.
          </p>
        ) : (
          <FieldMessage
            id={`${id}-help`}
            error={errorMessage}
            help={blockedReason ?? `Mails the client code and a link to choose a password to ${email}.`}
          />
        )}
      </div>
    </div>
  )
}

const getFieldMessage = ({ errors }: ApiError): string | undefined => Object.values(errors)[0]?.[0]

async function showSendFailure(failure: unknown): Promise<void> {
  const fieldMessage = failure instanceof ApiError ? getFieldMessage(failure) : undefined
  if (fieldMessage === undefined) await showFailure(failure)
  else await showMessage('error', 'Unable to send login details', fieldMessage)
}
