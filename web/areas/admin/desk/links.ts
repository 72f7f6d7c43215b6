import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import type { WorkGroup, WorkGroupName } from '@tahanan/contract/desk/answers.ts'
import { rolesAllow, type RoleEntry } from '@tahanan/contract/permissions.ts'
import { OPEN_STATUSES, STATUS } from '@tahanan/contract/statuses.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { getListPath } from './calls.ts'

function getTicketFilter(group: WorkGroupName, adminId: number): string {
  if (group === 'late') return 'late=1'
  return group === 'mine'
    ? `assigneeId=${adminId}&statuses=${OPEN_STATUSES.join()}`
    : `status=${STATUS.approval}`
}

function getPaymentFilter(roles: readonly RoleEntry[]): string {
  const { forVerification, verified } = PAYMENT_STATUS
  if (!rolesAllow(roles, 'payments', 'verify')) return `status=${verified}`
  return rolesAllow(roles, 'payments', 'posted')
    ? `statuses=${[forVerification, verified].join()}`
    : `status=${forVerification}`
}

interface AdminWithRoles {
  readonly id: number
  readonly roles: readonly RoleEntry[]
}

export interface WorkListLink {
  title: string
  total: number
  to: string
}

const isTicketList = ({ list }: { list: string }): boolean =>
  list !== 'payments' && list !== PRIVACY_REQUESTS_LIST

const PRIVACY_REQUESTS_LIST = 'privacy-requests'

/**
 * Returns links from one group of the page My work to the lists with its records. If the page Services can
 * show all tickets of the group, the link to it is first.
 */
export function listWorkLinks(
  { name, total, lists, services }: WorkGroup,
  { id, roles }: AdminWithRoles,
): WorkListLink[] {
  const filter = getTicketFilter(name, id)
  const tickets = lists.filter(isTicketList)
  const links = lists.map((workList): WorkListLink => {
    if (workList.list === PRIVACY_REQUESTS_LIST) {
      // `page=1` opens the first tab, which the total counts. Without a parameter the last used tab opens.
      const to = `${getListPath(workList.list)}?page=1`
      return { title: 'Privacy requests', total: workList.total, to }
    }
    const module = MODULES.find(({ path }) => path.many === workList.list)
    const query = module ? filter : getPaymentFilter(roles)
    return {
      title: module?.title ?? 'Payments',
      total: workList.total,
      to: `${getListPath(workList.list)}?${query}`,
    }
  })
  if (!services || tickets.length < 2) return links
  const servicesFilter = name === 'waits' ? `statuses=${STATUS.approval}` : filter
  const otherListTotal = lists
    .filter((workList) => !isTicketList(workList))
    .reduce((sum, workList) => sum + workList.total, 0)
  return [
    {
      title: otherListTotal > 0 ? 'All tickets' : 'All',
      total: total - otherListTotal,
      to: `/admin/services?${servicesFilter}`,
    },
    ...links,
  ]
}
