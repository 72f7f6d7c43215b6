import '../../../../ui/forms/forms.css'
import '../../billing.css'
import type { PaymentMethod } from '@tahanan/contract/billing/payment.ts'
import { paymentTypeInfo, PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paymentMethodsQuery } from '../../calls.ts'
import { SandboxTag } from '../../payment-tags.tsx'
import { useResident } from '../../../../lib/api/me.ts'
import { PageHead } from '../../../../ui/page-head.tsx'
import { RecordSkeleton } from '../../../../ui/lists/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { type Tenant, tenantQuery } from '../../../../lib/api/tenant.ts'
import { BackToMethods } from './back-link.tsx'
import { WhatIsDue } from './what-is-due.tsx'

interface PayPageProps {
  method: PaymentMethod
  /** One plain sentence. */
  lead: string
  /** The form, once it is known who pays and that this method is offered. */
  children: (tenant: Tenant) => ReactNode
}

/** The page of one way to pay. */
export function PayPage({ method, lead, children }: PayPageProps) {
  const { id } = useResident()
  const methods = useQuery(paymentMethodsQuery)
  const tenant = useQuery(tenantQuery(id))
  const { label } = paymentTypeInfo(PAYMENT_TYPES.find((known) => known.method === method)?.type ?? 1)
  const failed = (methods.error && !methods.data) || (tenant.error && !tenant.data)
  const offered = methods.data?.find((candidate) => candidate.method === method)
  const body = (): ReactNode => {
    if (failed) {
      return (
        <ErrorState
          error={methods.error ?? tenant.error}
          title="We could not load this page"
          busy={methods.isFetching || tenant.isFetching}
          onRetry={() => {
            void methods.refetch()
            void tenant.refetch()
          }}
        />
      )
    }
    if (!methods.data || !tenant.data) return <RecordSkeleton count={3} />
    if (!offered) {
      return (
        <EmptyState
          title="Not offered here"
          action={
            <Link className="btn default" to="/billings/payments">
              Choose another way
            </Link>
          }
        >
          {label} is not offered in this community at the moment.
        </EmptyState>
      )
    }
    return children(tenant.data)
  }
  return (
    <>
      <BackToMethods />
      <PageHead title={label} lead={lead} />
      {offered?.sandbox && (
        <p className="sandbox-note">
          <SandboxTag />
          <span>This is a demo. The next page only stands in for the payment gateway.</span>
        </p>
      )}
      <div className="pay">
        <div>{body()}</div>
        <WhatIsDue />
      </div>
    </>
  )
}
