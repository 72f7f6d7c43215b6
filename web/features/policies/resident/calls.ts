import type { HeaderWithPolicies } from '@tahanan/contract/records/answers.ts'
import { dataQuery } from '../../../lib/api/api-query.ts'

/** All headers in their order, each with its policies. */
export const policiesQuery = dataQuery<HeaderWithPolicies[]>(['policies'], '/policies')
