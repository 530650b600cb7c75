import type { Page } from 'playwright-core';

// Scripts for the browser are texts: the tests are not compiled against the DOM.

/** The focused element and its outline: `Approve: solid 2px 2px`. */
export function focused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const element = document.activeElement;
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
    return element.innerText + ': ' + [outlineStyle, outlineWidth, outlineOffset].join(' ');
  })()`);
}

/** Width that the page takes, and the number of controls that are less than 46 px high. */
export function measure(page: Page): Promise<{ width: number; small: number }> {
  return page.evaluate<{ width: number; small: number }>(`({
    width: document.documentElement.scrollWidth,
    small: [...document.querySelectorAll('input:not([type=hidden]), select, button:not(.link)')]
      .filter((control) => control.getBoundingClientRect().height < 46).length,
  })`);
}

/** Texts whose contrast to their ground is below 4.5 : 1 (WCAG 2.2, 1.4.3). */
export function lowContrasts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const luminance = (colour) => {
      const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => {
        const value = Number(part) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const groundOf = (element) => {
      if (element === null) return 'rgb(255, 255, 255)';
      const { backgroundColor } = getComputedStyle(element);
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : backgroundColor;
    };
    return [...document.querySelectorAll('main *')]
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue.trim()))
      .flatMap((element) => {
        const [a, b] = [luminance(getComputedStyle(element).color), luminance(groundOf(element))];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        return contrast < 4.5 ? [element.textContent + ': ' + contrast.toFixed(2)] : [];
      });
  })()`);
}
