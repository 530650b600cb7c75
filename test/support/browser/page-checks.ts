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
    small: [...document.querySelectorAll('input:not([type=hidden]), select, button:not(.link), .button')]
      .filter((control) => control.getBoundingClientRect().height < 46).length,
  })`);
}

const colours = `
    const partsOf = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const luminance = ([...rgb]) => {
      const [r, g, b] = rgb.map((part) => {
        const value = part / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const over = (colour, ground) => {
      const [r, g, b, alpha = 1] = partsOf(colour);
      return [r, g, b].map((part, index) => part * alpha + ground[index] * (1 - alpha));
    };
    const white = [255, 255, 255];
    const groundOf = (element) =>
      element === null ? white : over(getComputedStyle(element).backgroundColor, groundOf(element.parentElement));
    const contrast = (colour, ground) => {
      const [a, b] = [luminance(over(colour, ground)), luminance(ground)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };`;

/** Texts inside of `root` whose contrast to their ground is below 4.5 : 1 (WCAG 2.2, 1.4.3). */
export function lowContrasts(page: Page, root = 'main'): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {${colours}
    return [...document.querySelectorAll('${root} *')]
      .filter((element) => element.checkVisibility() && !element.matches(':disabled, :disabled *'))
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue.trim()))
      .flatMap((element) => {
        const found = contrast(getComputedStyle(element).color, groundOf(element));
        const place = element.tagName.toLowerCase() + '.' + [...element.classList].join('.');
        return found < 4.5 ? [place + ' ' + element.textContent.slice(0, 40) + ': ' + found.toFixed(2)] : [];
      });
  })()`);
}

/** Controls whose border has a contrast below 3 : 1 to what is around them, and no ground of their own (WCAG 2.2, 1.4.11). */
export function lowBorders(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {${colours}
    return [...document.querySelectorAll('input:not([type=hidden]), select, button:not(.link), .button')].flatMap((control) => {
      const around = groundOf(control.parentElement);
      const { borderTopColor } = getComputedStyle(control);
      const found = Math.max(contrast(borderTopColor, around), contrast(getComputedStyle(control).backgroundColor, around));
      return found < 3 ? [control.name + control.textContent + ': ' + found.toFixed(2)] : [];
    });
  })()`);
}
