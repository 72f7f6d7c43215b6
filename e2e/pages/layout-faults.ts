import type { Page } from '@playwright/test'

// oxlint-disable unicorn/consistent-function-scoping -- the function runs in the page, without this file's scope

/**
 * Returns layout faults of the page or its open panel. Text must not be cut off, leave the screen, or overlap
 * text, pictures or icons. Controls must not leave the screen or overlap. A unit code must not break at its
 * hyphen (rules 13.52). An ellipsis (`clamp`, `cut-line`) is allowed.
 */
export function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    const root = document.querySelector(':popover-open') ?? dialog ?? document.body
    const screenWidth = document.documentElement.clientWidth
    const faults = new Set<string>()

    const isVisible = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.visually-hidden, .skip, canvas, [inert]')
    const getSelector = ({ tagName, classList }: Element): string =>
      [tagName.toLowerCase(), ...classList].join('.')

    /**
     * Returns the part of a box that its ancestors do not cut off. `clippingElement` is the ancestor that cuts it
     * without an ellipsis or a scroll bar.
     */
    const getVisiblePart = (element: Element, box: DOMRect) => {
      let { left, right, top, bottom } = box
      let clippingElement: Element | undefined
      let isClippingIntended = false
      for (
        let ancestor: Element | null = element;
        ancestor && ancestor !== document.body;
        ancestor = ancestor.parentElement
      ) {
        const { position, overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(ancestor)
        if (overflowX !== 'visible' || overflowY !== 'visible') {
          const ancestorRect = ancestor.getBoundingClientRect()
          if (
            left < ancestorRect.left - 1 ||
            right > ancestorRect.right + 1 ||
            top < ancestorRect.top - 1 ||
            bottom > ancestorRect.bottom + 1
          ) {
            const isScrolled = /auto|scroll/.test(`${overflowX} ${overflowY}`)
            if (isScrolled || textOverflow === 'ellipsis' || webkitLineClamp !== 'none')
              isClippingIntended = true
            else if (!isClippingIntended) clippingElement ??= ancestor
          }
          left = Math.max(left, ancestorRect.left)
          right = Math.min(right, ancestorRect.right)
          top = Math.max(top, ancestorRect.top)
          bottom = Math.min(bottom, ancestorRect.bottom)
        }
        if (position === 'fixed') break
      }
      const rect = new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
      return {
        rect,
        cutBy: clippingElement,
        leavesScreen:
          !isClippingIntended && !clippingElement && (box.left < -1 || box.right > screenWidth + 1),
      }
    }

    /**
     * Returns the nearest fixed or sticky ancestor. Only boxes of the same layer are compared, because other
     * content scrolls below a fixed or sticky one.
     */
    const findLayer = (element: Element): Element | null => {
      for (
        let ancestor: Element | null = element;
        ancestor && ancestor !== root;
        ancestor = ancestor.parentElement
      )
        if (/fixed|sticky/.test(getComputedStyle(ancestor).position)) return ancestor
      return null
    }
    const createBox = (element: Element, rect: DOMRect, label: string) => ({
      of: element,
      rect,
      words: label,
      layer: findLayer(element),
    })
    type Box = ReturnType<typeof createBox>
    const isOverlapping = (firstBox: Box, secondBox: Box): boolean =>
      firstBox.layer === secondBox.layer &&
      !firstBox.of.contains(secondBox.of) &&
      !secondBox.of.contains(firstBox.of) &&
      Math.min(firstBox.rect.right, secondBox.rect.right) -
        Math.max(firstBox.rect.left, secondBox.rect.left) >
        2 &&
      Math.min(firstBox.rect.bottom, secondBox.rect.bottom) -
        Math.max(firstBox.rect.top, secondBox.rect.top) >
        2
    /**
     * Shrinks a box, because a line box is higher than its letters and an icon's box is wider than its
     * strokes.
     */
    const getInnerPart = ({ left, top, width, height }: DOMRect, inset: number): DOMRect =>
      new DOMRect(left + width * inset, top + height / 4, width * (1 - 2 * inset), height / 2)

    const lines: Box[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const ownerElement = node.parentElement
      const nodeText = node.textContent?.trim().replaceAll(/\s+/g, ' ') ?? ''
      if (!ownerElement || nodeText === '' || ownerElement.closest('svg') || !isVisible(ownerElement))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const line of range.getClientRects()) {
        const { rect, cutBy, leavesScreen } = getVisiblePart(ownerElement, line)
        if (cutBy) faults.add(`'${nodeText}' is cut by ${getSelector(cutBy)}`)
        if (leavesScreen) faults.add(`'${nodeText}' leaves the screen`)
        if (rect.width > 1 && rect.height > 1)
          lines.push(createBox(ownerElement, getInnerPart(rect, 0), nodeText))
      }
    }
    for (const cell of root.querySelectorAll('table, .rcard, .facts')) {
      const textWalker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let node = textWalker.nextNode(); node; node = textWalker.nextNode())
        for (const { 0: code, index } of (node.textContent ?? '').matchAll(/\b[A-Z]{1,2}-\d{2,4}\b(?!-)/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + code.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            faults.add(`'${code}' breaks at its hyphen`)
        }
    }
    const listBoxes = (selector: string): Box[] =>
      [...root.querySelectorAll(selector)]
        .filter((element) => isVisible(element) && getComputedStyle(element).display !== 'inline')
        .map((element) => {
          const { rect, leavesScreen } = getVisiblePart(element, element.getBoundingClientRect())
          const elementLabel = element.ariaLabel ?? (element.textContent?.trim() || getSelector(element))
          if (leavesScreen) faults.add(`${getSelector(element)} '${elementLabel}' leaves the screen`)
          return createBox(element, rect, elementLabel)
        })
        .filter(({ rect }) => rect.width > 4 && rect.height > 4)
    const controls = listBoxes('a, button, input, select, textarea, summary')
    const pictures = listBoxes('main img:not(.fills), svg.lucide').map((box) => ({
      ...box,
      rect: getInnerPart(box.rect, 0.25),
    }))

    const reportOverlaps = (firstBoxes: readonly Box[], otherBoxes: readonly Box[]): void => {
      for (const firstBox of firstBoxes)
        for (const otherBox of otherBoxes)
          if (
            firstBox !== otherBox &&
            isOverlapping(firstBox, otherBox) &&
            !faults.has(`'${otherBox.words}' lies over '${firstBox.words}'`)
          )
            faults.add(`'${firstBox.words}' lies over '${otherBox.words}'`)
    }
    reportOverlaps(lines, lines)
    reportOverlaps(lines, pictures)
    reportOverlaps(controls, controls)
    return [...faults]
  })
}
