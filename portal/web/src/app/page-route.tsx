import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { RouteErrorPage } from '../ui/errors/boundary.tsx';
import { loadChunk, type ChunkFailure } from '../browser/chunks.ts';

/** A page whose code loads on the first visit. If it fails, the layout around it remains. */
export function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: () => componentOf(load), errorElement: <RouteErrorPage /> };
}

export function layout(load: () => Promise<ComponentType>, children: RouteObject[]): RouteObject {
  return { lazy: () => componentOf(load), children };
}

/** Throws load failures while rendering: until a route's `lazy` succeeds, the router does not even show the route's error. */
async function componentOf(load: () => Promise<ComponentType>): Promise<{ Component: ComponentType }> {
  return { Component: await loadChunk(load).catch(throwerOf) };
}

function throwerOf(failure: ChunkFailure): ComponentType {
  return function MissingPage() {
    throw failure;
  };
}
