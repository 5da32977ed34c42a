import { readFileSync } from 'node:fs';

const review = new URL('src/review/review.html', import.meta.url);

/**
 * Puts the page that viewer and report share in place of `<!--REVIEW-->`. `<template data-slot="BAR">` elements of the page go to the
 * places that it keeps for them; places that nobody fills stay empty.
 */
export function fillPage(html) {
  const slots = new Map();
  const rest = html.replaceAll(/<template data-slot="(\w+)">([\s\S]*?)<\/template>\s*/g, (_, name, content) => {
    slots.set(name, content);
    return '';
  });
  const shared = readFileSync(review, 'utf8').replaceAll(/<!--([A-Z]+)-->/g, (_, name) => slots.get(name) ?? '');
  return rest.replace('<!--REVIEW-->', () => shared);
}
