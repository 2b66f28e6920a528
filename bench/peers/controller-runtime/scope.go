package main

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gpulease "gpulease.dev/bench/controller-runtime/api/gpulease/v1alpha1"
	kubevirt "gpulease.dev/bench/controller-runtime/api/kubevirt/v1"
)

const mebibyte = 1 << 20

// scope holds the inputs of one reconcile; a nil object was not found.
type scope struct {
	key           types.NamespacedName
	workload      *gpulease.Workload
	child         string
	region        gpulease.Region
	sku           gpulease.SKU
	gpu           gpulease.GPU
	image         gpulease.VMImage
	computeNode   gpulease.ComputeNode
	service       *corev1.Service
	networkPolicy *networkingv1.NetworkPolicy
	machine       *kubevirt.VirtualMachine
	instance      *kubevirt.VirtualMachineInstance
	// placed is the node that this reconcile found.
	placed string
}

// readScope reads everything from the cache.
func (r *workloadReconciler) readScope(ctx context.Context, workload *gpulease.Workload) (*scope, error) {
	s := &scope{key: client.ObjectKeyFromObject(workload), workload: workload, child: childName(workload)}
	spec := workload.Spec
	references := []struct {
		name   string
		object client.Object
	}{{spec.Region, &s.region}, {spec.SKU, &s.sku}, {spec.Image, &s.image}}
	for _, reference := range references {
		if _, err := r.find(ctx, types.NamespacedName{Name: reference.name}, reference.object); err != nil {
			return nil, err
		}
	}
	if s.sku.Spec.GPU != nil {
		if _, err := r.find(ctx, types.NamespacedName{Name: s.sku.Spec.GPU.Model}, &s.gpu); err != nil {
			return nil, err
		}
	}
	if placed := workload.Status.Placed; placed != nil {
		if _, err := r.find(ctx, types.NamespacedName{Name: placed.Node}, &s.computeNode); err != nil {
			return nil, err
		}
	}
	return s, r.readChildren(ctx, s)
}

func (r *workloadReconciler) readChildren(ctx context.Context, s *scope) error {
	ref := types.NamespacedName{Namespace: s.workload.Namespace, Name: s.child}
	service, policy := &corev1.Service{}, &networkingv1.NetworkPolicy{}
	machine, instance := &kubevirt.VirtualMachine{}, &kubevirt.VirtualMachineInstance{}
	if found, err := r.find(ctx, ref, service); err != nil {
		return err
	} else if found {
		s.service = service
	}
	if found, err := r.find(ctx, ref, policy); err != nil {
		return err
	} else if found {
		s.networkPolicy = policy
	}
	if found, err := r.find(ctx, ref, machine); err != nil {
		return err
	} else if found {
		s.machine = machine
	}
	if found, err := r.find(ctx, ref, instance); err != nil {
		return err
	} else if found {
		s.instance = instance
	}
	return nil
}

func (r *workloadReconciler) find(ctx context.Context, ref types.NamespacedName, into client.Object) (bool, error) {
	err := r.Get(ctx, ref, into)
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	return err == nil, err
}

func (s *scope) authorizedKeys() []string {
	if s.workload.Spec.SSH == nil {
		return nil
	}
	return s.workload.Spec.SSH.AuthorizedKeys
}

// coreNode returns the Kubernetes Node on which the workload is placed.
func (s *scope) coreNode() string {
	if s.computeNode.Spec.NodeName != "" {
		return s.computeNode.Spec.NodeName
	}
	return s.workload.Status.Placed.Node
}

// isOnOffer reports whether everything that the workload references can be ordered.
func (s *scope) isOnOffer() bool {
	return s.region.Spec.State == "Active" && s.sku.Spec.State == "Active" && s.image.Spec.State == "Enabled" &&
		(s.sku.Spec.GPU == nil || s.gpu.Name != "")
}

// resources returns the SKU's resources times the quantity.
func (s *scope) resources() *gpulease.Resources {
	quantity := s.workload.Spec.SKUQuantity
	resources := &gpulease.Resources{
		CPU:    s.sku.Spec.CPU * quantity,
		Memory: times(s.sku.Spec.Memory, quantity),
		Disk:   times(s.sku.Spec.Disk, quantity),
	}
	if wanted := s.sku.Spec.GPU; wanted != nil {
		resources.GPU = &gpulease.GPUResources{
			Model: wanted.Model, DeviceName: s.gpu.Spec.DeviceName, Count: wanted.Count * quantity,
		}
	}
	return resources
}

// amountsOf returns what the machine uses on its node, including KubeVirt's overhead.
func amountsOf(workload *gpulease.Workload, resources *gpulease.Resources) amounts {
	memory := bytes(resources.Memory)
	taken := amounts{cpu: resources.CPU * 1000, storage: bytes(workload.Spec.RootDiskSize)}
	taken.memory = memory + memory/512 + (360+8*resources.CPU)*mebibyte
	if resources.GPU != nil {
		taken.gpus = resources.GPU.Count
		taken.memory += 1024 * mebibyte
	}
	return taken
}

func bytes(quantity string) int64 {
	parsed, err := resource.ParseQuantity(quantity)
	if err != nil {
		return 0
	}
	return parsed.Value()
}

// times multiplies a quantity of whole Mi, and formats it like GPULease, in the largest unit that divides it.
func times(quantity string, factor int64) string {
	value := bytes(quantity) * factor
	for _, unit := range []struct {
		suffix string
		size   int64
	}{{"Ti", 1 << 40}, {"Gi", 1 << 30}, {"Mi", 1 << 20}} {
		if value%unit.size == 0 {
			return fmt.Sprintf("%d%s", value/unit.size, unit.suffix)
		}
	}
	return fmt.Sprint(value)
}
